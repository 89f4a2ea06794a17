import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { buildTarget, supportedBrowsers } from '../../../../scripts/build/browsers.ts'
import { beforePaintScript } from '../../../../scripts/build/classic-scripts/before-paint.ts'
import { unsupportedScript } from '../../../../scripts/build/classic-scripts/unsupported-page.ts'
import config from '../../../../vite.config.ts'

const root = join(import.meta.dirname, '../../../..')

describe('the supported browsers', () => {
  it('are the same in the README, the build target and browserslist', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const section = readme.slice(readme.indexOf('## Browsers'))
    const rows = [...section.slice(0, section.indexOf('\n## ', 1)).matchAll(/^\| ([^|]+?) \| (\d[\d.]*) \|/gm)]
    const promised = supportedBrowsers().map(({ name, version }) => [name, version])
    expect(rows.map(([, name, version]) => [name, version])).toEqual(promised)
    expect(config.build?.target).toEqual(buildTarget())
    // The build target of the styles follows that of the scripts.
    expect(config.build).not.toHaveProperty('cssTarget')
    expect(buildTarget()).toEqual(['safari18', 'ios18', 'firefox128', 'chrome125', 'edge125'])
  })

  it('include no feature that is easily avoided and only in browsers since 2023 or 2024', () => {
    const newer = /AbortSignal\.any\b|\.withResolvers\b|\(\?<[=!]/
    const files = ['src', 'sw'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
    )
    const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    const sources = files.filter((file) => /\.tsx?$/.test(file))
    expect(sources.length).toBeGreaterThan(400)
    expect(sources.filter((file) => newer.test(code(file)))).toEqual([])
  })
})

describe('the script for unsupported browsers', () => {
  it.each([
    ['itself', unsupportedScript],
    ['the one before it, which sets its language', beforePaintScript],
  ])('is ECMAScript 5, so that browsers of 2010 can parse it: %s', async (_, read) => {
    const script = await read()
    const { program, errors } = parseSync('script.js', script, { sourceType: 'script' })
    expect(errors).toEqual([])
    const types = new Set([...JSON.stringify(program).matchAll(/"type":"(\w+)"/g)].map(([, type]) => type))
    const es5 =
      /^(?:Program|(?:Expression|Block|Empty|If|For|Return|Try)Statement|(?:Function|Variable)Declaration|VariableDeclarator|CatchClause|(?:Function|Call|New|Member|Assignment|Binary|Logical|Unary|Update|Object|Array|Conditional)Expression|ParenthesizedExpression|Property|Identifier|Literal)$/
    expect([...types].filter((type) => type && !es5.test(type))).toEqual([])
    expect(script).not.toMatch(/"kind":"(?:let|const)"/)
    expect(JSON.stringify(program)).not.toMatch(
      /"kind":"(?:let|const)"|"shorthand":true|"method":true|"computed":true,"kind"/,
    )
  })

  it('names the supported versions in both languages and writes only text', async () => {
    const script = await unsupportedScript()
    expect(script.match(/Safari 18, Firefox 128, Chrome 125, Edge 125, Samsung Internet 27/g)).toHaveLength(4)
    expect(script).not.toMatch(/BROWSERS|innerHTML|document\.write/)
  })
})
