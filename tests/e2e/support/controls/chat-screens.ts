import { chatFrame, example } from './chat-frame.ts'
import { checkedIn } from './checked-elsewhere.ts'
import { inStep, type Place, type Places } from './control-walk.ts'

export const steps = {
  stop: 'an answer is stopped',
  propose: 'a proposed fact is remembered',
  continue: 'an answer is continued',
  rate: 'an answer is rated and reported, and the report is changed and withdrawn',
  offer: 'an exchange is offered for rating, changed and withdrawn',
  remember: 'words of an answer are remembered',
  remove: 'versions, the answer and its question are deleted, one of them after Undo',
  edit: 'a question in other words takes the place of the first',
  retry: 'a failed answer is written on Retry',
  resend: 'a refused message is sent on Retry',
  attach: 'files are sent with a message',
}

const proposal: Place = {
  shows: ['button No thanks'],
  changes: { 'button Remember': inStep(steps.propose) },
}

const reportForm = ['combobox Reason', 'checkbox Let them read this question and this answer', 'button Close']

const offerEntry = 'menuitem Offer this exchange for rating'

const stopped = { 'button Continue': inStep(steps.continue), 'button Retry': inStep(steps.retry) }

/** The controls of `chatFrame` and those of a chat with scored answers. */
export const aroundChat: Place = {
  shows: [...(chatFrame.shows ?? []), 'button * Scores of this answer', 'button Show reasoning'],
  changes: {
    ...chatFrame.changes,
    'button Helpful': inStep(steps.rate),
    'button Not helpful': inStep(steps.rate),
    'button Previous version': checkedIn.paths,
    'button Next version': checkedIn.paths,
  },
}

export const chatPlaces: Places = {
  'an empty chat': { shows: [example] },
  'a voice chat': { shows: [example, 'button Pause', 'button End voice chat'] },
  'an answer being written': {
    shows: proposal.shows ?? [],
    changes: { ...proposal.changes, 'button Stop': inStep(steps.stop) },
  },
  'a stopped answer': {
    shows: proposal.shows ?? [],
    changes: {
      ...proposal.changes,
      ...stopped,
    },
  },
  'an answer with scores': { shows: ['button Score *'] },
  'the scores of an answer': {
    shows: ['button “*”', 'button Close'],
    changes: { 'button Score again': checkedIn.scores },
  },
  'the menu of an answer with versions': {
    shows: ['menuitem Compare versions', 'menuitem Remember this', 'menuitem Report answer', offerEntry],
    changes: { 'menuitem Delete this version': inStep(steps.remove) },
  },
  'a deleted message': { shows: ['button Dismiss'], changes: { 'button Undo': inStep(steps.remove) } },
  'Compare versions': { shows: ['button Close'] },
  'Offer this exchange for rating': {
    shows: ['button Cancel', 'button Close'],
    changes: { 'button Offer for rating': inStep(steps.offer) },
  },
  'an offered exchange': {
    shows: ['button Close'],
    changes: { 'button Change offer': inStep(steps.offer), 'button Withdraw offer': inStep(steps.offer) },
  },
  'Report answer': {
    shows: [...reportForm, 'button Cancel'],
    changes: { 'button Send report': inStep(steps.rate) },
  },
  'Your report': {
    shows: reportForm,
    changes: { 'button Change report': inStep(steps.rate), 'button Withdraw report': inStep(steps.rate) },
  },
  'Remember this': {
    shows: ['button Cancel', 'button Close'],
    changes: { 'button Remember': inStep(steps.remember) },
  },
  'a question being edited': {
    shows: ['button Cancel'],
    changes: { 'button Send again': inStep(steps.edit) },
  },
  'the menu of a question': {
    shows: ['menuitem Remember this'],
    changes: { ...stopped, 'menuitem Delete question': inStep(steps.remove) },
  },
  'the menu of an answer': {
    shows: ['menuitem Remember this', 'menuitem Report answer', 'menuitem Offer this exchange for rating'],
    changes: { ...stopped, 'menuitem Delete answer': inStep(steps.remove) },
  },
  'a failed answer': { changes: { 'button Retry': inStep(steps.retry) } },
  'a refused message': {
    shows: ['button Edit', 'button Discard'],
    changes: { 'button Retry': inStep(steps.resend) },
  },
  'the menu of added files': { shows: ['menuitem Pictures', 'menuitem Files'] },
  'a draft with files': { shows: ['button Move * earlier', 'button Move * later', 'button Remove *'] },
  'a question with files': { shows: ['button Open *', 'button Download *'] },
  'a large picture': { shows: ['button Download', 'button Close'] },
  // Nothing of it reaches the server's database.
  'a temporary chat': { shows: ['button Close temporary chat'] },
  'Close the temporary chat?': { shows: ['button Stay', 'button Close and lose it'] },
  'words that were set aside': { shows: ['button Use', 'button Delete'] },
}
