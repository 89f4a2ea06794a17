import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listUsers, userFlags } from '#contract/endpoints/admin.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

export const PAGE_SIZE = 20

export type UserFlag = (typeof userFlags)[number]
export const readFlag = (text: string | undefined): UserFlag | undefined => userFlags.find((flag) => flag === text)

export type UsersView = { search?: string | undefined; flag?: UserFlag | undefined; page: number }

const LIST = ['admin', 'users', 'list'] as const

/** Queries one page of users; the previous page stays visible until the next one arrives. */
export const usersQuery = ({ search, flag, page }: UsersView) =>
  queryOptions({
    queryKey: [...LIST, { search, flag, page }],
    queryFn: ({ signal }) => {
      const narrowed = { ...(search ? { search } : {}), ...(flag ? { flag } : {}) }
      return api.call(listUsers, { signal, query: { ...narrowed, page, page_size: PAGE_SIZE } })
    },
    placeholderData: keepPreviousData,
  })

/** Invalidates the list after a user was created, changed or deleted. */
export async function refreshUsers(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: LIST }),
    queryClient.invalidateQueries({ queryKey: ['admin', 'figures'] }),
  ])
}
