import { useState } from 'react'
import { expect, test } from 'vitest'
import { interact, render } from '#support/browser/render.tsx'
import { Choice } from '#ui/input/radio-group.tsx'

const days = ['7', '30', '90'].map((value) => ({ value, label: value }))

/** `store` is what the storage reports later, each after the choice that it belongs to. */
async function renderChoice() {
  let store: (value: string) => void = () => {}
  function Stored() {
    const [value, setValue] = useState('7')
    store = setValue
    return <Choice label="Days" value={value} onChange={() => {}} options={days} />
  }
  const page = await render(<Stored />)
  return {
    choose: (value: string) => interact(() => page.querySelector<HTMLInputElement>(`[value="${value}"]`)?.click()),
    stored: (value: string) => interact(() => store(value)),
    shown: () => page.querySelector<HTMLInputElement>(':checked')?.value,
  }
}

test('the second of two quick choices stays shown when the first has been stored', async () => {
  const { choose, stored, shown } = await renderChoice()
  await choose('30')
  await choose('90')
  await stored('30')
  expect(shown()).toBe('90')
  await stored('90')
  expect(shown()).toBe('90')
})

test('what another device has chosen afterwards is shown', async () => {
  const { choose, stored, shown } = await renderChoice()
  await choose('30')
  await stored('30')
  await stored('90')
  expect(shown()).toBe('90')
  await choose('30')
  await choose('90')
  await stored('7')
  expect(shown()).toBe('7')
})

test('a group that is disabled while its choice is saved keeps the focus, and takes no other choice', async () => {
  const selected: string[] = []
  function Saving() {
    const [isSaving, setSaving] = useState(false)
    const save = (value: string) => {
      selected.push(value)
      setSaving(true)
    }
    return <Choice label="Days" value="7" onChange={save} options={days} disabled={isSaving} />
  }
  const page = await render(<Saving />)
  const choice = page.querySelector<HTMLInputElement>('[value="30"]')
  choice?.focus()
  await interact(() => choice?.click())
  expect(choice?.matches(':disabled')).toBe(false)
  expect(document.activeElement).toBe(choice)
  expect(choice?.getAttribute('aria-disabled')).toBe('true')
  await interact(() => page.querySelector<HTMLInputElement>('[value="90"]')?.click())
  expect(selected).toEqual(['30'])
  expect(choice?.checked).toBe(true)
})

test('a choice that is pressed as soon as the group is enabled again stays shown', async () => {
  let save: (isSaving: boolean) => void = () => {}
  function Saving() {
    const [isSaving, setSaving] = useState(false)
    save = setSaving
    return <Choice label="Days" value="7" onChange={() => {}} options={days} disabled={isSaving} />
  }
  const page = await render(<Saving />)
  const group = page.querySelector('fieldset')
  const choice = page.querySelector<HTMLInputElement>('[value="90"]')
  await interact(() => save(true))
  const pressed = new Promise<void>((resolve) => {
    // Called as soon as the page has changed, before React runs the effects of that render.
    new MutationObserver((_, observer) => {
      observer.disconnect()
      choice?.click()
      resolve()
    }).observe(group ?? page, { attributes: true })
  })
  save(false)
  await pressed
  await interact(() => undefined)
  expect(choice?.checked).toBe(true)
})
