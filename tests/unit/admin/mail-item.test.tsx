import { expect, test } from 'vitest'
import { BillingMailKind } from '#contract/objects/timeline.ts'
import { TimelineItem } from '#features/admin/user-page/timeline/timeline-item.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'

test.each(['en', 'es'] as const)(
  'each mail about money has a distinct name and its time in the timeline (%s)',
  async (language) => {
    const names = []
    for (const mail of BillingMailKind.options) {
      const entry = { kind: 'mail', id: 1, at: '2026-11-23T09:00:00.000Z', mail } as const
      const page = await render(<TimelineItem entry={entry} of={7} />)
      await interact(() => activateLanguage(language))
      expect(page.querySelector('time')?.dateTime).toBe(entry.at)
      names.push(page.querySelector('p')?.textContent)
    }
    expect(new Set(names).size).toBe(BillingMailKind.options.length)
    expect(names[0]).toBe(language === 'es' ? 'Correo enviado: compra' : 'Mail sent: purchase')
  },
)
