import { describe, expect, it } from 'vitest'
import { withoutServerParts } from '../../../../scripts/build/modules/client-contract.ts'

describe('the contract in the app', () => {
  it('has no summaries and no lists of errors', () => {
    const code = [
      `export const readChat = endpoint({`,
      `  method: 'GET',`,
      `  summary: 'One chat, with “quotes”, and a comma',`,
      `  responses: { 200: v.object({ summary: v.string(), errors: v.array(v.string()) }) },`,
      `  errors: [...listed, 'not_found']`,
      `})`,
      `export const other = { summary: 'stays' }`,
    ].join('\n')
    expect(withoutServerParts('chats.ts', code).replace(/\s+/g, ' ')).toBe(
      `export const readChat = endpoint({ method: 'GET', responses: { 200: v.object({ summary: v.string(), errors: v.array(v.string()) }) }, }) export const other = { summary: 'stays' }`,
    )
  })
})
