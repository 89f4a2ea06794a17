import { inTest } from './control-walk.ts'

/** The e2e tests that press a control and look at the server afterwards, by their titles. */
export const checkedIn = {
  journey: inTest('a person registers, chats, loses server and network, and finds it all again'),
  week: inTest('after a week of thirty chats, order, an offline afternoon and second thoughts, nothing is missing'),
  signIn: inTest('a person with a keyboard only registers, forgets the password, chooses another and is in again'),
  names: inTest('with the keyboard alone: names, a cropped photo, the link again, a new password'),
  deletion: inTest('newsletter, devices, a refused file, the export, and deleting the account'),
  notifications: inTest(
    'a person who says yes after a first long answer is told of the next one, with its words, until they switch it off',
  ),
  purchase: inTest('a person buys, is told the truth at every turn, cancels, and finds it all in their history'),
  library: inTest('a person puts their chats in order offline, changes their mind, and other devices see what is left'),
  scores: inTest('a person looks into the scores of an answer, has it scored again, and finds it offline'),
  signOut: inTest('signing out says what would be lost, and can send it first'),
  plans: inTest('an admin makes, changes, archives and deletes plans, with every rule and word of the form'),
  users: inTest('an admin finds, makes, changes and deletes people; a provider only reads; all of it in Spanish too'),
  sso: inTest('another app of the provider signs a person in, once, and never in the place of somebody else unasked'),
}
