import { describe, expect, it } from 'vitest'
import { createLogger } from '#server/logging/logger.ts'

async function logged(write: (log: Awaited<ReturnType<typeof createLogger>>) => void): Promise<string> {
  let text = ''
  write(
    await createLogger(
      { logLevel: 'debug' },
      {
        write: (line: string) => {
          text += line
        },
      },
    ),
  )
  return text
}

describe('the log', () => {
  it('redacts secrets and what users wrote', async () => {
    const text = await logged((log) =>
      log.info({
        password: 'hunter2',
        headers: { authorization: 'Bearer hunter2' },
        body: { user: { token: 'hunter2' } },
      }),
    )
    const more = await logged((log) => log.info({ message: { content: 'hunter2', reasoning: 'hunter2' } }))
    expect(text + more).not.toContain('hunter2')
    expect(text).toContain('[hidden]')
  })

  it('omits extra properties of errors', async () => {
    const error = Object.assign(new Error('duplicate key', { cause: new Error('below') }), {
      code: '23505',
      detail: 'Key (email)=(hunter2) already exists.',
      requestBodyValues: { messages: ['hunter2'] },
    })
    const text = await logged((log) => log.error({ err: error }, 'failed'))
    expect(text).not.toContain('hunter2')
    expect(JSON.parse(text)).toMatchObject({
      err: { message: 'duplicate key', code: '23505', cause: { message: 'below' } },
    })
  })
})
