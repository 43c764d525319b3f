import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Smaller files gain nothing that a packet would notice. */
const fromBytes = 1024

/**
 * Puts `.br` and `.gz` beside each built script and style sheet in `folder`/assets. Only files with a hash in their name: one that changes under
 * its name would be served as it was.
 */
export const compressAssets = (folder) => {
  const assets = join(folder, 'assets')
  if (!existsSync(assets)) return
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg|wasm)$/.test(name)) continue
    const bytes = readFileSync(join(assets, name))
    if (bytes.length < fromBytes) continue
    // The last two steps of Brotli take ten times as long and save a twentieth.
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}
