import { describe, expect, it } from 'vitest'
import { createEmitter } from '#lib/emitter.ts'
import { createStore } from '#lib/store.ts'

describe('a store outside React', () => {
  it('calls its listeners after each change, and not for the value that it has', () => {
    const store = createStore(1)
    const heard: number[] = []
    const stop = store.subscribe(() => heard.push(store.get()))
    store.set(2)
    store.set(2)
    store.set(3)
    stop()
    store.set(4)
    expect(heard).toEqual([2, 3])
    expect(store.get()).toBe(4)
  })

  it('lets a listener stop while it is called without leaving out the next', () => {
    const store = createStore('a')
    const heard: string[] = []
    const stop = store.subscribe(() => {
      stop()
      heard.push('first')
    })
    store.subscribe(() => heard.push('second'))
    store.set('b')
    store.set('c')
    expect(heard).toEqual(['first', 'second', 'second'])
  })
})

describe('an emitter', () => {
  it('calls each listener with what was emitted until it unsubscribes or all are removed', () => {
    const emitter = createEmitter<[string]>()
    const heard: string[] = []
    const stop = emitter.subscribe((text) => heard.push(`one ${text}`))
    emitter.subscribe((text) => heard.push(`two ${text}`))
    emitter.emit('a')
    stop()
    emitter.emit('b')
    expect(emitter.hasListeners()).toBe(true)
    emitter.clear()
    emitter.emit('c')
    expect(emitter.hasListeners()).toBe(false)
    expect(heard).toEqual(['one a', 'two a', 'two b'])
  })
})
