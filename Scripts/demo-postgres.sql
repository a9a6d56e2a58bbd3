-- Sample data: customers, their orders, a view of late orders, and visits of pages; the same with each run.
SELECT setseed(0.5) \g /dev/null
CREATE TYPE status AS ENUM ('open', 'paid', 'sent', 'returned');

CREATE TABLE customer (
  id integer PRIMARY KEY, name text NOT NULL, email text UNIQUE, country char(2) NOT NULL, born date, is_member boolean NOT NULL,
  balance numeric(12, 2) NOT NULL);
INSERT INTO customer
SELECT n,
  (ARRAY['Ada', 'Björn', 'Chloé', 'Dmitri', 'Elif', 'Fatima', 'Goran', 'Hana', 'Ibrahim', 'José'])[1 + n % 10] || ' '
    || (ARRAY['Lovelace', 'Ångström', 'Dubois', 'Иванов', 'Yılmaz', 'Haddad', '山田'])[1 + n % 7],
  CASE WHEN n % 9 > 0 THEN 'customer' || n || '@shop.example' END,
  (ARRAY['DE', 'FR', 'GB', 'JP', 'SE', 'TR', 'US'])[1 + n % 7],
  CASE WHEN n % 4 > 0 THEN date '1940-01-01' + (random() * 24000)::integer END,
  n % 3 = 0, (random() * 20000 - 5000)::numeric(12, 2)
FROM generate_series(1, 20000) AS n;

CREATE TABLE orders (
  id bigint PRIMARY KEY, customer_id integer NOT NULL, placed_at timestamptz NOT NULL, status status NOT NULL,
  total numeric(10, 2) NOT NULL, weight double precision, note text, tags text[], details jsonb);
INSERT INTO orders
SELECT n, 1 + (random() * 19999)::integer, timestamptz '2024-01-01 00:00+00' + n * interval '63 seconds',
  (ARRAY['open', 'paid', 'sent', 'sent', 'sent', 'returned'])[1 + (random() * 5)::integer]::status,
  (random() * 900 + 5)::numeric(10, 2), CASE WHEN n % 5 > 0 THEN random() * 40 END,
  CASE WHEN n % 50 = 0 THEN 'Leave it at the door, please.' WHEN n % 77 = 0 THEN E'Ring twice.\nThen wait.' END,
  CASE WHEN n % 3 = 0 THEN ARRAY['gift', 'fragile'] WHEN n % 7 = 0 THEN ARRAY['heavy'] END,
  CASE WHEN n % 2 = 0 THEN jsonb_build_object('items', n % 6 + 1, 'express', n % 11 = 0) END
FROM generate_series(1, :rows) AS n;

CREATE INDEX ON orders (placed_at, id);
CREATE INDEX ON orders (total);
CREATE INDEX ON orders (customer_id);
ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customer;
COMMENT ON TABLE orders IS 'What was bought';

CREATE VIEW late AS
SELECT orders.id, customer.name, placed_at, total
FROM orders JOIN customer ON customer.id = customer_id WHERE status = 'open' AND placed_at < timestamptz '2025-01-01 00:00+00';

CREATE TABLE visit (at timestamptz NOT NULL, page text NOT NULL, seconds real);
INSERT INTO visit
SELECT timestamptz '2025-06-01 00:00+00' + n * interval '7 seconds', '/article/' || n % 400, random() * 90
FROM generate_series(1, 50000) AS n;
ANALYZE;
