import { describe, expect, it } from 'vitest'
import { findProblems } from '../../../../scripts/build/check-output.ts'
import { findNewerFeatures } from '../../../../scripts/build/newer-features.ts'

describe('the check of built files', () => {
  it.each([
    ['in a statement', 'await fetch("/");'],
    ['in a declaration that is exported', 'const a=await import("./b.js");export{a};'],
    ['in an argument', 'f(1,await g());'],
    ['in a loop', 'for await(const a of b){}'],
    ['in a block', 'if(a){await b}'],
    ['beside a function that has one of its own', 'async function f(){await 1}await f();'],
  ])('rejects a top-level await %s', (_where, code) => {
    expect(findProblems('assets/a.js', code)).toEqual(['has a top-level await'])
  })

  it.each([
    ['async function f(){await 1;for await(const a of b);}'],
    ['const f=async()=>await 1,g=async function(){await 1};export{f,g};'],
    ['class A{async f(){await 1}static{}}'],
  ])('accepts an await inside a function: %s', (code) => {
    expect(findProblems('assets/a.js', code)).toEqual([])
  })

  it.each([
    ['a.js', 'm.values().map(e=>e+1);', 'Iterator helpers'],
    ['a.js', 'RegExp.escape(e);', 'RegExp.escape'],
    ['a.js', 'const r=/(?i:a)b/;', 'modifiers'],
    ['a.js', 'Uint8Array.fromBase64(e);', 'Base64'],
    ['a.css', '.a{position-anchor:--b}', 'anchor positioning'],
    ['a.css', '@scope(.a){b{color:red}}', '@scope'],
  ])('reports in %s what the oldest supported browsers lack: %s', (file, code, name) => {
    expect(findProblems(file, code)).toEqual([expect.stringContaining(name)])
  })

  it.each([
    ['a.js', 'CSS.highlights.set(a,new Highlight(b));', 'CSS.highlights'],
    ['a.css', '::highlight(a){color:red}', '::highlight()'],
    ['a.css', 'html{scrollbar-color:red transparent}', 'scrollbar-color'],
  ])('allows in %s what some supported browsers lack and nothing depends on: %s', (file, code, name) => {
    expect(findNewerFeatures(file, code, new Set())).toEqual([expect.stringContaining(name)])
    expect(findProblems(file, code)).toEqual([])
  })

  it('accepts what every supported browser has', () => {
    const code = 'const r=/(?:a)(?=b)(?<c>d)/u;[...m.values()].map(e=>e);AbortSignal.timeout(5);a.toSorted();'
    expect(findProblems('a.js', code)).toEqual([])
    expect(findProblems('a.css', '.a:has(b){color:light-dark(red,blue)}')).toEqual([])
  })
})
