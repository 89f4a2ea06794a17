const popups = ['dialog', 'alertdialog', 'menu']
const open = popups.map((role) => `[role="${role}"]:not([data-closed])`).join()

/** Whether a dialog or a menu is open, which has keys of its own. One that still fades out has none any more. */
export const hasOpenPopup = (): boolean => document.querySelector(open) !== null
