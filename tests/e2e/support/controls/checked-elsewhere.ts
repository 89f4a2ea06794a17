import { inTest } from './control-walk.ts'

/** The titles of e2e tests that press a control and check the result on the server. */
export const checkedIn = {
  journey: inTest('a user registers, chats, loses server and network, and finds everything again'),
  week: inTest('a week of thirty chats with folders, an offline afternoon and undone changes loses nothing'),
  signIn: inTest('a keyboard user registers, resets the forgotten password and signs in again'),
  names: inTest('a user changes names, photo and password and gets a new link with the keyboard alone'),
  deletion: inTest(
    'a user changes the newsletter, ends a session, gets a file rejected, exports the data and deletes the account',
  ),
  notifications: inTest(
    'a user who allows notifications after a first long answer is notified of the next, with an excerpt, until they switch it off',
  ),
  purchase: inTest('a user buys a plan, sees its state at each step, cancels it and finds it in the history'),
  library: inTest('a user organises chats offline and undoes changes, and other devices see the result'),
  paths: inTest('continues on the branch that the user selects, offline and after a reload'),
  scores: inTest('a user reads the scores of an answer, requests them again, and finds them offline'),
  signOut: inTest('signing out names the unsent messages and drafts, and can send the messages first'),
  plans: inTest('an admin creates, changes, archives and deletes plans, and sees the errors of the form'),
  users: inTest('an admin finds, creates, changes and deletes users, a provider only reads, in Spanish too'),
  payments: inTest('an admin extends and cancels a paid subscription and refunds its payment'),
  codes: inTest('an admin makes a coupon, and a user sees the reduced price before paying it'),
  emailChange: inTest('a user changes the address by the mailed link, and undoes it from the old mailbox'),
  sso: inTest('an SSO token of another app signs a user in once, and never replaces a signed-in user without asking'),
}
