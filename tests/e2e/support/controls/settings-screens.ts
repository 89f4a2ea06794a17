import { checkedIn } from './checked-elsewhere.ts'
import { inStep, type Places } from './control-walk.ts'

export const steps = {
  language: 'mails follow the language of the screen when asked to',
  newsletter: 'the newsletter is switched on',
  conversation: 'the voice and each switch of the conversation',
  expiry: 'chats end after as many days as chosen',
  devices: 'one device is logged out, then all others',
  history: 'all chats are deleted',
  profile: 'name, tone, words about oneself, memory and facts',
  unsent: 'what was refused goes out from the settings, or is discarded',
  erasing: 'erasing this device ends its session',
}

const syncControls = [
  'button Sync now',
  'switch Background sync',
  'radio 20',
  'radio 100',
  'radio All',
  'button Protect storage',
  'button Erase…',
]

export const settingsPlaces: Places = {
  general: {
    shows: ['radio Same as device', 'radio Light', 'radio Dark'],
    changes: {
      // For the interface, and for emails.
      'radio English': inStep(steps.language),
      'radio Español': inStep(steps.language),
      'switch Wealth-signals newsletter': inStep(steps.newsletter),
    },
  },
  'the question after another language': {
    shows: ['button English', 'radio *', 'switch *', 'button No, gracias'],
    changes: { 'button Sí': inStep(steps.language) },
  },
  conversation: {
    shows: ['button Listen'],
    changes: {
      'combobox Text-to-speech voice': inStep(steps.conversation),
      'switch Read answers aloud automatically': inStep(steps.conversation),
      'switch Show message scores': inStep(steps.conversation),
      'switch Show reasoning': inStep(steps.conversation),
      'switch Enter sends': inStep(steps.conversation),
    },
  },
  sessions: {
    shows: ['button Clear history…', 'button Log out *', 'button Log out all other devices'],
    changes: {
      'radio 7 days': inStep(steps.expiry),
      'radio 30 days': inStep(steps.expiry),
      'radio 90 days': inStep(steps.expiry),
      'radio Never': inStep(steps.expiry),
    },
  },
  'Log out this device?': { shows: ['button Cancel'], changes: { 'button Log out': inStep(steps.devices) } },
  'Log out all other devices?': { shows: ['button Cancel'], changes: { 'button Log out': inStep(steps.devices) } },
  'Clear your history?': {
    shows: ['checkbox Saved chats too', 'button Cancel'],
    changes: { 'button Delete unsaved chats': checkedIn.week },
  },
  'Clear your history, saved chats too?': {
    shows: ['checkbox Saved chats too', 'button Cancel'],
    changes: { 'button Delete all chats': inStep(steps.history) },
  },
  'sync-controls': {
    shows: syncControls,
    changes: { 'switch Notifications': checkedIn.notifications },
  },
  'what waits': {
    shows: [...syncControls, 'button Discard: *'],
    changes: {
      'switch Notifications': checkedIn.notifications,
      'button Retry: *': inStep(steps.unsent),
      'button Retry all': inStep(steps.unsent),
    },
  },
  'Do not send this message?': { shows: ['button Cancel'], changes: { 'button Discard': inStep(steps.unsent) } },
  'Erase this device?': { shows: ['button Cancel'], changes: { 'button Erase': inStep(steps.erasing) } },
  'profile-memory': {
    shows: ['button Edit: *'],
    changes: {
      'button Save': inStep(steps.profile),
      'switch Use memory': inStep(steps.profile),
      'button Add': inStep(steps.profile),
      'button Delete: *': inStep(steps.profile),
    },
  },
  'a fact being edited': {
    shows: ['button Cancel'],
    changes: {
      'button Save': inStep(steps.profile),
      'switch Use memory': inStep(steps.profile),
      'button Add': inStep(steps.profile),
    },
  },
  'a deleted fact': {
    shows: ['button Dismiss'],
    changes: {
      'button Undo': inStep(steps.profile),
      'button Save': inStep(steps.profile),
      'switch Use memory': inStep(steps.profile),
      'button Add': inStep(steps.profile),
    },
  },
}
