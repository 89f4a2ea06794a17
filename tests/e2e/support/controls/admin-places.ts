import { checkedIn } from './checked-elsewhere.ts'
import { inStep, type Places } from './control-walk.ts'

/** What every tab of the admin panel shows. */
export const adminPanel = [
  'button Back',
  ...['Subscriptions', 'Subscribers', 'Users', 'Reports', 'Newsletter', 'Legal', 'Audit'].map((name) => `tab ${name}`),
]
const planForm = [
  'combobox Currency',
  'combobox Interval',
  'button Remove *',
  'switch Enabled',
  'button Cancel',
  'button Close',
]
const userForm = [
  'button Show password',
  'checkbox VIP',
  'checkbox Provider',
  'checkbox Ad Subscriber',
  'checkbox Receive Newsletters',
  'button Cancel',
  'button Close',
]

const usersPage = [
  ...adminPanel,
  'button Instructions',
  'button Validators',
  'button Export users',
  'button Create User',
  'combobox State',
  'combobox Plan',
  'combobox Badge',
  'button Columns',
  'button Person',
  'button Plan',
  'button State',
  'button Joined',
  'button Last seen',
]

const userPage = [
  'button Back',
  'button Edit',
  'button Manage',
  'button Grant subscription',
  'button Revoke',
  'button Remove…',
  'button Suspend…',
  'button Delete…',
]

export const reportedExchange = 'reports of an exchange are dismissed, and another one is withdrawn'
export const report = 'a report is resolved and opened again'
export const conflict = 'of two changes of a plan the second one holds when its admin says so'

/** In a form only the last button changes the server. */
export const validator = 'a volunteer is accepted, and their rating ended'

export const places: Places = {
  'the plans': {
    shows: [
      ...adminPanel,
      'button Instructions',
      'switch Show Archived',
      'button Export subscriptions',
      'button Create New Plan',
      'button Edit',
      'button Delete',
      'button Create coupon',
      'button Create gift code',
      'button Try a judge…',
    ],
  },
  // Without rated answers there is no judge to start; its start, end and stop are tested on the server.
  'Try a judge': { shows: ['button Close'] },
  'a plan that another admin changed': {
    shows: [...planForm, 'button Take theirs'],
    changes: { 'button Save mine': inStep(conflict) },
  },
  Instructions: { shows: ['button Close'] },
  'Create New Plan': { shows: planForm, changes: { 'button Create': checkedIn.plans } },
  'Edit Plan': { shows: planForm, changes: { 'button Update': checkedIn.plans } },
  'Delete Subscription Plan?': { shows: ['button Cancel'], changes: { 'button Delete': checkedIn.plans } },
  'Create coupon': {
    shows: [
      'button Cancel',
      'button Close',
      'combobox Currency',
      'combobox Duration',
      'checkbox Monthly',
      'checkbox Yearly',
      'switch Once a person',
    ],
    changes: { 'button Create': checkedIn.codes },
  },
  'Create gift code': {
    shows: ['button Cancel', 'button Close', 'combobox Plan', 'switch Once a person'],
    changes: { 'button Create': checkedIn.codes },
  },
  'the subscribers': {
    shows: [
      ...adminPanel,
      'button Export these subscriptions',
      'combobox State',
      'combobox Plan',
      ...['Person', 'Plan', 'State', 'Since', 'Next date'].map((name) => `button ${name}`),
    ],
  },
  'the reports': {
    shows: [
      ...['Subscriptions', 'Subscribers', 'Users', 'Reports', 'Newsletter', 'Legal', 'Audit'].map(
        (name) => `tab ${name}`,
      ),
      'button Back',
      'combobox State',
      'button Open',
    ],
  },
  'a reported exchange': {
    shows: ['button Close', 'button Withdraw from rating…'],
    changes: { 'button Dismiss the reports': inStep(reportedExchange) },
  },
  'Withdraw from rating?': { shows: ['button Cancel'], changes: { 'button Withdraw': inStep(reportedExchange) } },
  'the audit log': {
    shows: [
      ...['Subscriptions', 'Subscribers', 'Users', 'Reports', 'Newsletter', 'Legal', 'Audit'].map(
        (name) => `tab ${name}`,
      ),
      'button Back',
      'button Export these entries',
      'button Check again',
      'combobox About',
      'combobox Admin',
    ],
  },
  // Without a mail server there is no answer by mail.
  Report: {
    shows: ['button Close'],
    changes: { 'button Mark as resolved': inStep(report) },
  },
  'a resolved report': { shows: ['button Close'], changes: { 'button Open again': inStep(report) } },
  'the users': { shows: usersPage },
  'the columns of the users': {
    shows: [
      ...usersPage,
      ...['Plan', 'State', 'Joined', 'Last seen', 'Username', 'Language'].map((name) => `menuitemcheckbox ${name}`),
    ],
  },
  'Create User': { shows: userForm, changes: { 'button Create': checkedIn.users } },
  Validators: {
    shows: ['button Close', 'button End *'],
    changes: { 'button Accept *': inStep(validator) },
  },
  'End the right to rate?': { shows: ['button Cancel'], changes: { 'button End': inStep(validator) } },
  'a user': { shows: userPage },
  // A free trial has nothing to cancel; the cancellation of a paid plan is tested with its payments.
  'what can be done with a subscription': {
    shows: [...userPage, ...['Extend by a month…', 'End now…'].map((name) => `menuitem ${name}`)],
  },
  'Extend by a month?': { shows: ['button Cancel'], changes: { 'button Extend': checkedIn.payments } },
  'End this subscription now?': { shows: ['button Cancel'], changes: { 'button End now': checkedIn.users } },
  'Edit User': { shows: [...userForm, 'checkbox Admin'], changes: { 'button Update': checkedIn.users } },
  'Grant subscription': {
    shows: ['combobox Plan', 'button Cancel', 'button Close'],
    changes: { 'button Grant': checkedIn.users },
  },
  'Revoke this session?': { shows: ['button Cancel'], changes: { 'button Revoke': checkedIn.users } },
  'Suspend this account': {
    shows: ['button Cancel', 'button Close'],
    changes: { 'button Suspend': checkedIn.users },
  },
  'Delete User?': { shows: ['button Cancel'], changes: { 'button Delete': checkedIn.users } },
}
