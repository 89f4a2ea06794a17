import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesBelow } from './source-stamp.ts'

const text = /\.(?:js|css|html|svg|json|webmanifest|txt|xml)$/
/** Compressing smaller files saves nothing on the network. */
const WORTH_BYTES = 256

/** Writes `.br` and `.gz` beside each text file in `folder`; the server sends them to clients that accept them. */
export async function compressBelow(folder: string): Promise<void> {
  const files = (await filesBelow(folder, '.')).filter((file) => text.test(file))
  await Promise.all(files.map((file) => compress(join(folder, file))))
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < WORTH_BYTES) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
