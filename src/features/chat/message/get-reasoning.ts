import { queryOptions } from '@tanstack/react-query'
import { getReasoning } from '#contract/endpoints/chats.ts'
import { api } from '#session/api.ts'

/** The reasoning of a finished answer; it never changes any more. */
export const reasoningQuery = (message: string) =>
  queryOptions({
    queryKey: ['reasoning', message],
    queryFn: ({ signal }) => api.call(getReasoning, { params: { id: message }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
