// A service on the loopback interface that pages sample data in the usual styles of services, for
// tests and demonstrations. Except for rate limits with a time window, an answer depends only on
// the request and on the earlier requests with the same key.
//
//     swift run SampleAPI --port 8080
//     curl 'http://127.0.0.1:8080/'                                    all styles, switches and faults
//     curl 'http://127.0.0.1:8080/pages/timeline?page=2&per_page=20'
//     curl 'http://127.0.0.1:8080/with/count=1003;key=a;fail=3:503/cursors/users?limit=50'
import FlyingFox
import Foundation

let options = Options(CommandLine.arguments.dropFirst())
let runner = Runner(options: options)
runner.endOnSignals()
if options.untilInputEnds { runner.endWithInput() }
do {
  try await runner.run()
} catch {
  fail("cannot listen: \(error.localizedDescription)")
}
