// @vitest-environment jsdom
import { createBrowserHistory } from '@tanstack/react-router'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { afterGoingBack, goBackOnce, isGoingBack } from '#lib/routing/go-back-once.ts'

/** A page whose newest entry is that of a layer. */
function openLayer() {
  const history = createBrowserHistory()
  onTestFinished(() => history.destroy())
  for (const path of ['/before', '/page', '/page?layer']) {
    history.push(path)
    history.flush()
  }
  return history
}

describe('a layer with an entry of its own', () => {
  it('is closing until the browser has gone back, also when its entry is replaced before', async () => {
    const history = openLayer()
    const act = vi.fn(() => history.location.href)
    goBackOnce(history)
    afterGoingBack(history, act)
    history.replace('/page?replaced')
    expect(isGoingBack()).toBe(true)
    expect(act).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(act).toHaveBeenCalledOnce())
    expect(act).toHaveReturnedWith('/page')
    expect(isGoingBack()).toBe(false)
  })

  it('is closed after a push, which may cancel the navigation, so that the next layer can be closed', () => {
    const history = openLayer()
    goBackOnce(history)
    history.push('/other')
    expect(isGoingBack()).toBe(false)
  })

  it('goes back by one entry when it is closed twice at once', async () => {
    const history = openLayer()
    goBackOnce(history)
    goBackOnce(history)
    await vi.waitFor(() => expect(isGoingBack()).toBe(false))
    expect(history.location.href).toBe('/page')
  })

  it('lets an action run at once while none is closing', () => {
    const act = vi.fn()
    afterGoingBack(openLayer(), act)
    expect(act).toHaveBeenCalledOnce()
  })
})
