import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { queryClient } from '#data/query-client.ts'

test('a query without a network fails at once instead of pausing', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const queryFn = () => Promise.reject(new Error('No connection'))
  await expect(queryClient.fetchQuery({ queryKey: ['unreachable'], queryFn })).rejects.toThrow('No connection')
})
