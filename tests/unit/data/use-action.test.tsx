import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useAction } from '#data/use-action.ts'
import { render } from '#support/browser/render.tsx'

test('an action does what its button says, also when it is pressed before React has run the effects of the rendering', async () => {
  const ran: string[] = []
  let show: (name: string) => void = () => undefined
  function Action() {
    const [name, setName] = useState('Accept')
    show = setName
    const { run } = useAction(async () => ran.push(name))
    return (
      <button type="button" onClick={() => run()}>
        {name}
      </button>
    )
  }
  const page = await render(<Action />)
  const button = page.querySelector('button')
  // Called as soon as the page has changed.
  new MutationObserver(() => button?.click()).observe(page, { subtree: true, characterData: true, childList: true })
  show('End')
  await vi.waitFor(() => expect(ran).toEqual(['End']))
})
