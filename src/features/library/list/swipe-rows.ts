import { followSwipe } from '#lib/browser/follow-swipe.ts'

/** The part of a row's width from which a swipe is carried out. */
const FAR = 0.35
/** The part from which a swipe to the right archives instead of pinning. */
const ARCHIVED = 0.65

export type SwipeAction = 'delete' | 'pin' | 'archive'

export interface RowSwipes {
  /** The text beside the row while it is swiped. */
  label: (action: SwipeAction, chatId: string) => string
  onSwipe: (action: SwipeAction, chatId: string) => void
}

/**
 * Lets the rows of a list be swiped by touch: to the left to delete a chat, to the right to pin it, further to archive
 * it. The same is in the menu of a chat. Returns the function that ends it.
 */
export function swipeRows(list: HTMLElement, { label, onSwipe }: RowSwipes): () => void {
  const onPointerDown = (event: PointerEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-chat]') : null
    const chatId = row?.dataset.chat
    if (!row || chatId === undefined) return
    const actionOf = (distance: number): SwipeAction =>
      distance < 0 ? 'delete' : distance > row.offsetWidth * ARCHIVED ? 'archive' : 'pin'
    const reset = () => {
      delete row.dataset.swipe
      row.style.removeProperty('--swipe')
    }
    followSwipe(event, {
      axis: 'x',
      onMove: (distance) => {
        row.dataset.swipe = actionOf(distance)
        row.dataset.swipeLabel = label(actionOf(distance), chatId)
        row.style.setProperty('--swipe', `${distance}px`)
      },
      onEnd: (distance, isFast) => {
        const isFar = Math.abs(distance) > row.offsetWidth * FAR
        reset()
        if (isFar || isFast) onSwipe(actionOf(distance), chatId)
      },
      onCancel: reset,
    })
  }
  list.addEventListener('pointerdown', onPointerDown)
  return () => list.removeEventListener('pointerdown', onPointerDown)
}
