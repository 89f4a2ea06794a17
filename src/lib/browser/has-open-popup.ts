const popups = ['dialog', 'alertdialog', 'menu']
const open = popups.map((role) => `[role="${role}"]:not([data-closed])`).join()

/** Whether a dialog or menu is open, which handles keys itself. One that is fading out no longer counts. */
export const hasOpenPopup = (): boolean => document.querySelector(open) !== null
