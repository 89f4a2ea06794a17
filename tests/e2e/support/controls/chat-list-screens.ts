import { chatFrame, example } from './chat-frame.ts'
import { checkedIn } from './checked-elsewhere.ts'
import { inStep, type Place, type Places } from './control-walk.ts'

export const steps = {
  folder: 'a folder is created, renamed, recoloured and deleted in its dialog',
  tag: 'a tag is created, renamed, recoloured and deleted in its dialog',
  order: 'a chat is put into a folder and taken out, tagged and untagged, kept and not kept',
  several: 'chosen chats are kept, not kept and deleted, and one deletion is taken back',
  sharing: 'a chat is shared, read without the app, shared anew and no longer shared',
  deleted: 'a chat is pinned, unpinned, archived and unarchived',
  restored: 'deleted chats are restored and deleted for good',
  logOut: 'logging out ends the session on the server',
}

/** The form for a folder or tag; nothing changes on the server before it is submitted. */
const labelForm = [
  ...['Red', 'Orange', 'Green', 'Turquoise', 'Blue', 'Violet', 'Pink', 'Grey'].map(radio),
  'button Cancel',
]

function radio(color: string): string {
  return `radio ${color}`
}

/** The dialog that lists all folders or all tags. */
function managing(kind: 'folder' | 'tag'): Places {
  const check = inStep(steps[kind])
  const menu = kind === 'folder' ? 'Folders' : 'Tags'
  return {
    [`the menu ${menu}`]: { shows: [`menuitem Manage ${kind}s`] },
    [`Manage ${kind}s`]: { shows: ['button Edit “*”', `button New ${kind}`, 'button Done', 'button Close'] },
    [`a new ${kind}`]: { shows: [...labelForm, 'button Close'], changes: { 'button Create': check } },
    [`a ${kind} being edited`]: {
      shows: [...labelForm, 'button Delete', `button New ${kind}`, 'button Close'],
      changes: { 'button Save': check },
    },
    [`the deletion of a ${kind}`]: {
      shows: ['button Cancel', `button New ${kind}`, 'button Close'],
      changes: { [`button Delete ${kind}`]: check },
    },
  }
}

const choosing: Place = {
  shows: [
    'button Stop selecting',
    'button Select all',
    'checkbox Alpha *',
    'checkbox Beta *',
    'button Move to folder',
    'button Manage tags',
  ],
  changes: { 'button Archive': inStep(steps.deleted), 'button Delete': inStep(steps.several) },
}

export const aroundList: Place = {
  shows: [...(chatFrame.shows ?? []), 'button More: *', 'button Helpful', 'button Not helpful'],
  ...(chatFrame.changes === undefined ? {} : { changes: chatFrame.changes }),
}

const chatMenu: Place = {
  shows: [
    'menuitem Rename',
    'menuitem Move to folder',
    'menuitem Manage tags',
    'menuitem Export chat',
    'menuitem Share',
  ],
  changes: {
    'menuitem Save permanently*': checkedIn.week,
    'menuitem Pin': inStep(steps.deleted),
    'menuitem Archive': inStep(steps.deleted),
    'menuitem Delete': checkedIn.library,
  },
}

/** Its controls change nothing on the server. */
export const exportPlaces: Places = {
  'Export chat': { shows: ['button Markdown', 'button JSON', 'button Print or PDF'] },
}

export const deletedPlaces: Places = {
  'Recently deleted': {
    shows: [
      'checkbox Gamma *',
      'checkbox Delta *',
      /^checkbox (?:Alpha|Beta) /,
      'button Empty…',
      'button Delete for good: *',
    ],
    changes: { 'button Restore all': inStep(steps.restored), 'button Restore: *': inStep(steps.restored) },
  },
  'a chosen deleted chat': {
    shows: [
      ...['checkbox Gamma *', 'checkbox Delta *', /^checkbox (?:Alpha|Beta) /, 'button Delete for good (1)…'],
      ...['button Delete for good: *', 'button Restore: *'],
    ],
    changes: { 'button Restore (1)': inStep(steps.restored) },
  },
  'Delete for good?': { shows: ['button Cancel'], changes: { 'button Delete for good': inStep(steps.restored) } },
  'Empty Recently deleted?': { shows: ['button Cancel'], changes: { 'button Empty': inStep(steps.restored) } },
}

export const listPlaces: Places = {
  'the menu Show': {
    shows: [
      ...['menuitemradio All chats', 'menuitemradio Saved chats', 'menuitemradio Archived chats'],
      'menuitem Recently deleted',
    ],
  },
  'archived chats': { shows: ['button Archived chats Show all again'] },
  ...managing('folder'),
  ...managing('tag'),
  'the menu of a chat': {
    ...chatMenu,
    shows: [...(chatMenu.shows ?? []), 'menuitemcheckbox Speak answers', 'menuitem Temporary chat'],
  },
  'the menu of a row': chatMenu,
  'Share chat': {
    shows: ['switch With scores', 'switch With my name and photo', 'combobox The link ends', 'button Close'],
    changes: { 'button Create link': inStep(steps.sharing) },
  },
  'a shared chat': {
    shows: [
      'switch With scores',
      'switch With my name and photo',
      'combobox The link ends',
      'button Copy link',
      'button Close',
    ],
    changes: { 'button Update the page': inStep(steps.sharing), 'button Stop sharing': inStep(steps.sharing) },
  },
  Rename: { shows: ['button Cancel', 'button Close'], changes: { 'button Rename': checkedIn.library } },
  'Move to folder': {
    shows: ['radio No folder', 'radio Home', 'button Edit “*”', 'button New folder', 'button Cancel', 'button Close'],
    changes: { 'button Move': inStep(steps.order) },
  },
  'a kept chat': { changes: { 'button Remove from saved': inStep(steps.order) } },
  'Manage tags of a chat': {
    shows: ['checkbox Birds', 'button Edit “*”', 'button New tag', 'button Cancel', 'button Close'],
    changes: { 'button Save': inStep(steps.order) },
  },
  'the menu Folders with a folder': {
    shows: ['menuitemradio All chats', 'menuitemradio Home', 'menuitemradio No folder', 'menuitem Manage folders'],
  },
  'the menu Tags with a tag': { shows: ['menuitemcheckbox Birds', 'menuitem Manage tags', 'button * Show all again'] },
  'chats being chosen': {
    ...choosing,
    changes: { ...choosing.changes, 'button Save': inStep(steps.several) },
  },
  'kept chats being chosen': {
    ...choosing,
    changes: {
      ...choosing.changes,
      'button Unsave': inStep(steps.several),
      // Of the open chat, above its messages.
      'button Remove from saved': inStep(steps.order),
    },
  },
  'deleted chats': { shows: ['button Dismiss', example], changes: { 'button Undo': inStep(steps.several) } },
  'the search': { shows: ['combobox Search chats and commands', 'button Close'] },
  // Language and theme belong to this device.
  'the menu of the person': {
    shows: [
      'menuitemradio English',
      'menuitemradio Español',
      'menuitemradio Same as device',
      'menuitemradio Light',
      'menuitemradio Dark',
      'menuitem Account',
      'menuitem Usage',
      'menuitem Settings',
      'menuitem Keyboard shortcuts',
      'menuitem Log out',
      example,
    ],
  },
  'Keyboard shortcuts': { shows: ['button Close'] },
  'Log out?': {
    shows: ['button Cancel'],
    changes: { 'button Send first': checkedIn.signOut, 'button Log out anyway': inStep(steps.logOut) },
  },
}
