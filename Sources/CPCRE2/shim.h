// PCRE2 for 8-bit code units.
#ifndef ENDLESS_CPCRE2_H
#define ENDLESS_CPCRE2_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
