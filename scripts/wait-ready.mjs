// Waits until the program of this machine takes requests: node scripts/wait-ready.mjs [seconds]. Ends with 0, or with 1 when the time is over.
// 0 seconds asks once. PORT, TLS_CERT and LAN are read like the program reads them.
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'

const port = Number(process.env.PORT)
if (!port) {
  console.error('PORT is not set: the program would take any free one.')
  process.exit(1)
}
const isSecure = process.env.LAN === 'on' || Boolean(process.env.TLS_CERT)

/** Whether /ready answers with success. The certificate is not verified: the request goes to this machine alone. */
const isReady = () =>
  new Promise((done) => {
    const host = !process.env.HOST || ['0.0.0.0', '::'].includes(process.env.HOST) ? '127.0.0.1' : process.env.HOST
    const asked = (isSecure ? secure : plain)({ host, port, path: '/ready', timeout: 3000, rejectUnauthorized: false }, (answer) => {
      answer.resume()
      done(answer.statusCode === 200)
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => done(false))
    asked.end()
  })

const end = Date.now() + Number(process.argv[2] ?? 60) * 1000
while (!(await isReady())) {
  if (Date.now() >= end) process.exit(1)
  await new Promise((done) => setTimeout(done, 300))
}
