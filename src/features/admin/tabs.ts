const adminTabs = ['subscriptions', 'subscribers', 'users', 'reports', 'newsletter', 'legal', 'audit'] as const
export type AdminTab = (typeof adminTabs)[number]

/** The localStorage key of the tab that was open last. */
const TAB_KEY = 'activeTab'

/** Returns the query's tab, otherwise the stored one, otherwise the first; unknown values are ignored. */
export function selectTab(query: string | null | undefined, stored: string | null | undefined): AdminTab {
  return readTab(query) ?? readTab(stored) ?? adminTabs[0]
}

function readTab(text: string | null | undefined): AdminTab | undefined {
  return adminTabs.find((tab) => tab === text?.toLowerCase())
}

export function storedTab(): string | null {
  try {
    return localStorage.getItem(TAB_KEY)
  } catch {
    // Without storage the first tab opens.
    return null
  }
}

export function storeTab(tab: AdminTab): void {
  try {
    localStorage.setItem(TAB_KEY, tab)
  } catch {
    // Without storage the tab is not remembered.
  }
}

/** Parses a page number from 1; invalid text is page 1. */
export function readPage(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
