import { createContext, runInContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { toScript } from '../../scripts/build/to-script.ts'

const core = 'assets/core-1.js'
const chat = 'assets/chat-1.js'
const parts = new Set([core, chat])

function run(...scripts: readonly string[]) {
  const self: { companionParts?: Record<string, Record<string, unknown>> } = {}
  const context = createContext({ self, Promise, location: { origin: 'https://example.org' } })
  for (const script of scripts) runInContext(script, context)
  return self.companionParts ?? {}
}

it('a module becomes a script that leaves its exports to the next, and runs once', () => {
  const first = toScript('let n=0;function up(){return 1}export{up as a};n++;', core, parts, true)
  const second = toScript(
    'import{a as e}from"./core-1.js";const made=[e()];export{made as default};',
    chat,
    parts,
    false,
  )
  const made = run(first.script, second.script, second.script)
  expect(made[chat]?.default).toEqual([1])
  expect(second.facade).toContain('import"./core-1.js"')
  expect(second.facade).toContain('await import("./chat-1.boot.js")')
  expect(first.facade).not.toContain('import')
})

it('a script that does not come is asked for three times: its module would say ever after that it failed', async () => {
  const { facade } = toScript('const x=1;export{x};', chat, parts, false)
  const [asking = ''] = facade.match(/await import\(.*?(?=;const)/) ?? []
  const ask = (failures: number) => {
    const fetchScript = vi.fn(async () => 'here')
    for (let n = 0; n < failures; n++) fetchScript.mockRejectedValueOnce(new TypeError('no network'))
    const asked = new Function(
      'fetchScript',
      'setTimeout',
      `return (async()=>${asking.replaceAll('import(', 'fetchScript(')})()`,
    )
    return { fetchScript, got: asked(fetchScript, (run: () => void) => run()) }
  }
  const late = ask(2)
  await expect(late.got).resolves.toBe('here')
  expect(late.fetchScript.mock.calls).toEqual(Array(3).fill(['./chat-1.boot.js']))
  await expect(ask(3).got).rejects.toThrow('no network')
})

// The minifier writes strings in backticks.
it.each([
  ['quotes', '"'],
  ['backticks', '`'],
])('what another script has made is handed on, the rest is fetched as before: names in %s', async (_name, quote) => {
  const code =
    'const go=()=>import("./chat-1.js"),other=()=>import("./late-1.js"),at=import.meta.url;export{go,other,at};'.replaceAll(
      '"',
      quote,
    )
  const { script } = toScript(code, core, parts, true)
  const made = run(toScript('const x=1;export{x};', chat, parts, false).script, script)
  const go = made[core]?.go
  expect(typeof go === 'function' && (await go())).toEqual({ x: 1 })
  expect(script).toContain(`other=()=>import(${quote}./late-1.js${quote})`)
  expect(made[core]?.at).toBe(`https://example.org/${core}`)
})

it.each([
  ['what it exports is assigned later', 'let a=1;function set(e){a=e}export{a,set};', /changes later: a/],
  ['it imports a file that stays a module', 'import{a}from"./late-1.js";export{a};', /it imports assets\/late-1\.js/],
  ['it imports a whole module', 'import*as a from"./chat-1.js";export{a};', /a whole module/],
  ['it awaits', 'await 1;', /await/],
])('the build fails when %s', (_what, code, why) => {
  expect(() => toScript(code, core, parts, true)).toThrow(why)
})

it('a variable of a function may have the name of what is exported', () => {
  const code = 'var a=1;function f(a){a=2;let{b:c}=a;return()=>{a=3;c=4}}var c=5;export{a,c,f};'
  expect(() => toScript(code, core, parts, true)).not.toThrow()
})
