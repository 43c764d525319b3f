import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAlone, staleParts } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
// Only the server's part is needed; a running program keeps the files it was started from.
if (staleParts().includes('server') && !(await buildAlone())) process.exit(1)
await import(join(root, 'dist', 'server', 'catalogue.js'))
