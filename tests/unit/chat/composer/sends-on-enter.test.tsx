import type { KeyboardEvent } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { insertText } from '#features/chat/composer/insert-text.ts'
import { sendsOnEnter } from '#features/chat/composer/sends-on-enter.ts'

const press = (more: Record<string, unknown> = {}) =>
  ({ key: 'Enter', keyCode: 13, nativeEvent: { isComposing: false }, ...more }) as unknown as KeyboardEvent
const onGlass = (coarse: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: coarse }))

afterEach(() => vi.unstubAllGlobals())

describe('the Enter key in the composer', () => {
  it('sends or adds a line as the user has chosen, and always adds a line on a touch screen', () => {
    onGlass(false)
    expect([sendsOnEnter(press(), true), sendsOnEnter(press(), false)]).toEqual([true, false])
    onGlass(true)
    expect(sendsOnEnter(press(), true)).toBe(false)
  })

  it('sends with Ctrl or ⌘ whatever was chosen, and never with Shift or during text composition', () => {
    onGlass(false)
    expect([{ ctrlKey: true }, { metaKey: true }].map((keys) => sendsOnEnter(press(keys), false))).toEqual([true, true])
    const never = [{ shiftKey: true }, { nativeEvent: { isComposing: true } }, { keyCode: 229 }, { key: 'a' }]
    expect(never.map((keys) => sendsOnEnter(press(keys), true))).toEqual([false, false, false, false])
  })
})

describe('dictated text', () => {
  it.each([
    ['', '', 'hello'],
    ['One', '', 'One hello'],
    ['One ', '', 'One hello'],
    ['One', 'two', 'One hello two'],
    ['One\n', '', 'One\nhello'],
  ])('is separated from the existing text: %j %j', (before, after, expected) => {
    const field = document.createElement('textarea')
    field.value = before + after
    field.setSelectionRange(before.length, before.length)
    insertText(field, 'hello')
    expect(field.value).toBe(expected)
  })
})
