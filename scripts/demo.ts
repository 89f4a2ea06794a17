import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeNewFilesPrivate } from '#server/storage/data-folder.ts'
import { buildIfOutdated, serverProgram } from './build.ts'
import { ApiUser } from './demo/api-user.ts'
import { admin, demoUsers } from './demo/demo-users.ts'
import { seedYear } from './demo/seed.ts'

const root = join(import.meta.dirname, '..')
const port = process.env.PORT ?? '3000'
const url = `http://127.0.0.1:${port}`

await buildIfOutdated()
makeNewFilesPrivate()
const folder = mkdtempSync(join(tmpdir(), 'companion-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

// An explicit list, so that no settings of a real installation reach the demonstration.
const env = {
  PATH: process.env.PATH,
  DATA_DIR: folder,
  HOST: '127.0.0.1',
  PORT: port,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  ASSISTANT_BASE_URL: process.env.ASSISTANT_BASE_URL,
  ASSISTANT_MODEL: process.env.ASSISTANT_MODEL,
  ASSISTANT_MODELS: process.env.ASSISTANT_MODELS,
  ASSISTANT_API_KEY: process.env.ASSISTANT_API_KEY,
  SPEECH_BASE_URL: process.env.SPEECH_BASE_URL,
  SPEECH_API_KEY: process.env.SPEECH_API_KEY,
  SPEECH_TRANSCRIPTION_MODEL: process.env.SPEECH_TRANSCRIPTION_MODEL,
  SPEECH_MODEL: process.env.SPEECH_MODEL,
  SPEECH_VOICE: process.env.SPEECH_VOICE,
}
const options = { cwd: root, env, stdio: 'inherit' } as const
const made = spawnSync(process.execPath, ['scripts/admin-create.ts', '--email', admin.email], {
  ...options,
  env: { ...env, ADMIN_PASSWORD: admin.password },
})
if (made.status !== 0) process.exit(1)

await seedYear(folder, Date.now())

const server = spawn(process.execPath, [serverProgram], options)
server.on('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'))

await untilReady()
for (const { names, credentials, subscribed, chats } of demoUsers) {
  const user = await ApiUser.register(url, names, credentials)
  if (subscribed) await user.startTrial()
  for (const { title, questions } of chats) await user.chat(questions, title)
}

console.log(`\nA demonstration with made-up people is at ${url}; all of it goes when you press Ctrl-C.\n`)
console.table([
  { who: 'Admin', ...admin },
  ...demoUsers.map(({ names, credentials, what }) => ({
    who: `${names.first} ${names.last}, ${what}`,
    ...credentials,
  })),
])

async function untilReady(): Promise<void> {
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await delay(50)
  }
}
