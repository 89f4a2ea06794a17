import 'fake-indexeddb/auto'
import { Component, type ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { render } from '#support/browser/render.tsx'

function Theme() {
  return <p>{useLiveQuery(() => readDeviceSetting(database(), 'theme'))}</p>
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override render() {
    return this.state.isBroken ? 'Something Went Wrong' : this.props.children
  }
}

test('a screen stays and goes on when WebKit loses the connection to the database while it is shown', async () => {
  const page = await render(
    <Boundary>
      <Theme />
    </Boundary>,
  )
  await vi.waitFor(() => expect(page.textContent).toBe('system'))
  const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  })
  onTestFinished(() => get.mockRestore())
  await saveDeviceSetting(database(), 'theme', 'dark')
  await vi.waitFor(() => expect(page.textContent).toBe('dark'))
  expect(get.mock.results[0]?.type).toBe('throw')
})
