import { expect, test } from 'vitest'
import { ExampleAnswer } from '#features/start/example/example-answer.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { languages } from '#i18n/languages.ts'
import { interact, render } from '#support/browser/render.tsx'
import { axes } from '#ui/score-chart/axes.ts'

test.each(languages)(
  'the example answer quotes words for each axis and lights up those of the chosen one, in %s',
  async (language) => {
    const page = await render(<ExampleAnswer />)
    await interact(() => activateLanguage(language))
    const answer = page.querySelector('blockquote p:last-child')
    const words = [...(answer?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent)
    expect(new Set(words).size).toBe(axes.length)
    for (const text of words) expect(answer?.textContent.split(text)).toHaveLength(2)

    const example = page.querySelector<HTMLElement>('[data-lit]')
    const reasons = new Set<string>()
    for (const [index, axis] of axes.entries()) {
      const button = page.querySelectorAll('button')[index]
      await interact(() => (index % 2 === 0 ? button?.click() : button?.focus()))
      expect(button?.getAttribute('aria-pressed')).toBe('true')
      expect(example?.dataset.lit).toBe(axis)
      const reason = page.querySelector('[role="status"]')?.textContent ?? ''
      expect(reason).toContain(button?.textContent)
      reasons.add(reason)
    }
    expect(reasons.size).toBe(axes.length)
  },
)
