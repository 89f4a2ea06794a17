import { expect, test } from 'vitest'
import { unfilteredTables } from '#support/database/unfiltered-tables.ts'

test.each([
  ['select "id" from "chats" where "id" = ?', ['chats']],
  ['select "user_id", "id" from "chats" where "deleted_at" <= $1', ['chats']],
  ['update "messages" set "user_id" = ? where "id" = ?', ['messages']],
  ['delete from tags where id in (?, ?)', ['tags']],
  ['insert into "folders" ("id", "name") values (?, ?)', ['folders']],
  [
    'select 1 from "messages" as "m" inner join "chats" on "chats"."id" = "m"."chat_id" where "m"."user_id" = ?',
    ['chats'],
  ],
  [
    'select 1 from "chats" where "user_id" = ? and exists (select 1 from "messages" where "chat_id" = "chats"."id")',
    ['chats', 'messages'],
  ],
  ['select 1 from "chats" inner join "messages" as "m" on "m"."user_id" = "chats"."user_id"', ['chats', 'messages']],
])('refuses a statement that leaves out the user: %s', (statement, tables) => {
  expect(unfilteredTables(statement)).toEqual(tables)
})

test.each([
  'select "id" from "chats" where "user_id" = ? and "id" = ?',
  'select "id" from "chats" where ("user_id", "id") in ((?, ?))',
  'insert into "folders" ("user_id", "id") values (?, ?) on conflict do nothing',
  'select 1 from "messages" as "m" inner join "chats" on "chats"."user_id" = "m"."user_id" where "m"."user_id" = ?',
  'select (select count(*) from "chats" where "user_id" = ?) as "a", (select count(*) from "tags" where "user_id" = ?) as "b"',
  'select "id" from "users" where "email" = ?',
  'begin',
])('accepts one that names the user, or no table of the chats: %s', (statement) => {
  expect(unfilteredTables(statement)).toEqual([])
})
