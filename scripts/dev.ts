import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '..')
const apiPort = await freePort()
const toApi = { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false }

const vite = await createServer({
  root,
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: false,
    proxy: { '/api': toApi, '/media': toApi, '/share': toApi, '/healthz': toApi },
  },
})
await vite.listen()
const address = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? 'http://127.0.0.1:5173'

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server/main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort), PUBLIC_URL: process.env.PUBLIC_URL ?? address },
})

let stopping = false
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  server.kill('SIGTERM')
  await vite.close()
  process.exitCode = code
}
server.on('exit', (code) => void stop(code ?? 0))
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))

console.log(`\nThe app with hot reload is at ${address} (its API behind it, at port ${apiPort})\n`)
