import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { logEvents } from '#server/logging/log-events.ts'
import { createLogger } from '#server/logging/logger.ts'
import { DISK_FULL } from '#server/storage/describe-storage.ts'
import { filesBelow } from '../../../scripts/build/source-stamp.ts'

const root = join(import.meta.dirname, '../../..')
const noLine = new Set(['child', 'isLevelEnabled'])

/** The texts that the server logs, the files in which they are not written out, and those that log a field `event`. */
async function findTexts() {
  const [texts, unclear, renaming] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const file of await filesBelow(root, 'server')) {
    const source = readFileSync(join(root, file), 'utf8')
    if (!/\blog\b/.test(source)) continue
    new Visitor({
      CallExpression: ({ callee, arguments: given }) => {
        if (callee.type !== 'MemberExpression') return
        const logger = source.slice(callee.object.start, callee.object.end)
        const method = source.slice(callee.property.start, callee.property.end)
        if (!/(?:^|\.)#?log$/.test(logger) || noLine.has(method)) return
        const text = given.find((one) => one.type !== 'ObjectExpression' && one.type !== 'SpreadElement' && isText(one))
        if (text?.type === 'Literal') texts.add(String(text.value))
        else if (text?.type === 'Identifier') texts.add(DISK_FULL)
        else unclear.add(file)
        const fields = given.flatMap((one) => (one.type === 'ObjectExpression' ? one.properties : []))
        if (fields.some((field) => field.type === 'Property' && nameOf(field.key) === 'event')) renaming.add(file)
      },
    }).visit(parseSync(file, source).program)
  }
  return { texts: [...texts].sort(), unclear: [...unclear], renaming: [...renaming] }
}

const nameOf = (key: { type: string; name?: unknown }): unknown => (key.type === 'Identifier' ? key.name : undefined)

const isText = (node: { type: string; name?: unknown }): boolean =>
  node.type === 'Literal' || (node.type === 'Identifier' && node.name === 'DISK_FULL')

describe('each line of the log', () => {
  it('has a stable name of its own', async () => {
    const { texts, unclear } = await findTexts()
    expect(unclear).toEqual([])
    expect(Object.keys(logEvents).sort()).toEqual(texts)
    const names = Object.values(logEvents)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[a-z_]+\.[a-z_]+$/.test(name))).toEqual([])
  })

  it('has no field that replaces its name', async () => {
    expect((await findTexts()).renaming).toEqual([])
  })

  it('stands in the list of the documents, and no other', () => {
    const listed = [...readFileSync(join(root, 'docs/log-events.md'), 'utf8').matchAll(/^\| `(\S+)` \| (.+) \|$/gm)]
    const rows = Object.entries(logEvents).map(([text, name]) => [name, text])
    expect(listed.map(([, name, text]) => [name, text])).toEqual(rows)
  })

  it('says its name', async () => {
    const lines: unknown[] = []
    const log = await createLogger({ logLevel: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    log.info({ signal: 'SIGTERM' }, 'draining')
    log.child({ request: 'r' }).error('draining took too long; ending')
    log.warn({ err: new Error('gone') }, 'a line of a library')
    expect(lines).toMatchObject([
      { level: 30, event: 'server.draining', signal: 'SIGTERM', msg: 'draining' },
      { level: 50, event: 'server.drain_timeout', request: 'r', msg: 'draining took too long; ending' },
      { msg: 'a line of a library', err: { message: 'gone' } },
    ])
    expect(lines[2]).not.toHaveProperty('event')
  })
})
