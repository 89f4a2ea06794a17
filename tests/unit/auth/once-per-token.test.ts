import { expect, test, vi } from 'vitest'
import { oncePerToken } from '#features/auth/once-per-token.ts'

test('a one-time token is sent once, however often the page asks, and again after a failure', async () => {
  const answers = [Promise.reject(new Error('lost')), Promise.resolve('in')]
  const call = vi.fn((_token: string) => answers.shift() ?? Promise.reject(new Error('spent')))
  const ask = oncePerToken(call)
  const first = [ask('a'), ask('a')]
  await expect(Promise.allSettled(first)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(call).toHaveBeenCalledTimes(1)
  await expect(Promise.all([ask('a'), ask('a')])).resolves.toEqual(['in', 'in'])
  await expect(ask('a')).resolves.toBe('in')
  expect(call).toHaveBeenCalledTimes(2)
})
