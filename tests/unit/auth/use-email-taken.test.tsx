import { afterEach, expect, test, vi } from 'vitest'
import { useEmailTaken } from '#features/auth/register/use-email-taken.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'

function Asking() {
  const { isKnown, look, forget } = useEmailTaken()
  return (
    <>
      <input onChange={forget} onBlur={(event) => look(event.currentTarget.value)} />
      <output>{isKnown ? 'known' : ''}</output>
    </>
  )
}

/** `answers`: the server's responses to the calls, in turn. */
async function open(answers: (() => Response)[]) {
  const asked = vi.fn(async (_request: unknown) => {
    const answer = answers.shift()
    if (!answer) throw new TypeError('fetch failed')
    return answer()
  })
  vi.stubGlobal('fetch', asked)
  const page = await render(<Asking />)
  const input = page.querySelector('input') as HTMLInputElement
  const leaveWith = async (text: string) => {
    await typeInto(input, text)
    await interact(() => input.blur())
  }
  return { page, input, asked, leaveWith, said: () => page.querySelector('output')?.textContent }
}

const exists = (yes: boolean) => () => Response.json({ exists: yes })

afterEach(() => vi.unstubAllGlobals())

test('the form says that an address is registered when the field is left, and removes that when another is typed', async () => {
  const { input, leaveWith, said, asked } = await open([exists(true)])
  await leaveWith('Ana@Example.org ')
  await vi.waitFor(() => expect(said()).toBe('known'))
  await interact(() => input.focus())
  await interact(() => input.blur())
  expect(asked).toHaveBeenCalledOnce()
  await typeInto(input, 'ana@example.or')
  expect(said()).toBe('')
})

test('the form does not check an invalid address', async () => {
  const { leaveWith, asked } = await open([])
  await leaveWith('ana@')
  expect(asked).not.toHaveBeenCalled()
})

test('a failed or rate-limited address check shows nothing, and the same address can be checked again', async () => {
  const limited = () => Response.json({ message: 'Too many tries', code: 'rate_limited' }, { status: 429 })
  const { input, leaveWith, asked, said } = await open([limited])
  await leaveWith('ana@example.org')
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  const again = async () => {
    await interact(() => input.focus())
    await interact(() => input.blur())
  }
  await vi.waitFor(async () => {
    await again()
    expect(asked).toHaveBeenCalledTimes(2)
  })
  expect(said()).toBe('')
})
