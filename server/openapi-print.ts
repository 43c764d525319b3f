import { openapi } from './openapi.ts'
import { programVersion } from './version.ts'

process.stdout.write(`${JSON.stringify(openapi(programVersion), null, 1)}\n`)
