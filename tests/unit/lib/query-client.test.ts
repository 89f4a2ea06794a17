import { onlineManager } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { queryClient } from '#data/query-client.ts'

it('says offline that a call failed, rather than waiting without end', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const queryFn = () => Promise.reject(new Error('No connection'))
  await expect(queryClient.fetchQuery({ queryKey: ['unreachable'], queryFn })).rejects.toThrow('No connection')
})
