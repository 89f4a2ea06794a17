import { chromium, firefox, webkit } from '@playwright/test'
import { chromiumArguments, findChromium } from '#support/browser/chromium.ts'
import {
  ensureFound,
  findOnPath,
  installByApt,
  installByPlaywright,
  isExecutable,
} from '#support/browser/install-program.ts'
import type { Browser } from './browser.ts'
import { launchFirefox, launchPlaywright } from './scripted-browser.ts'
import { launchWebKit } from './webkit.ts'

/** Starts one browser; the caller closes it. */
type Launch = () => Promise<Browser>

const playwrights = { firefox, webkit }

/** Playwright's own when it is installed, because it is newer; else the system's. */
const find = {
  firefox: () => ownOf('firefox') ?? ofSystem(['firefox-esr', 'firefox'], launchFirefox),
  webkit: () => ownOf('webkit') ?? (findOnPath(['Xvfb']) ? ofSystem(['WebKitWebDriver'], launchWebKit) : undefined),
  chromium: (): Launch | undefined => {
    const path = findChromium()
    return path === undefined ? undefined : () => launchPlaywright(chromium, path, chromiumArguments())
  },
}

const packages = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'], chromium: ['chromium'] }

export type EngineName = keyof typeof find
export const isEngineName = (name: string): name is EngineName => Object.hasOwn(find, name)

/** How that engine is started on this machine; throws when it is not installed. */
export function findEngine(name: EngineName): Launch {
  const launch = find[name]()
  if (launch) return launch
  throw new Error(
    `There is no ${name} on this machine, and it could not be installed; why is said when the tests begin`,
  )
}

/** Installs that engine when it is missing: as root by apt, else by Playwright; throws when neither can. */
export function installEngine(name: EngineName): void {
  const installers = [() => installByApt(packages[name]), () => installByPlaywright(name)]
  ensureFound(name, find[name], installers)
}

function ownOf(name: keyof typeof playwrights): Launch | undefined {
  const path = playwrights[name].executablePath()
  return isExecutable(path) ? () => launchPlaywright(playwrights[name], path) : undefined
}

function ofSystem(names: readonly string[], launch: (path: string) => Promise<Browser>): Launch | undefined {
  const path = findOnPath(names)
  return path === undefined ? undefined : () => launch(path)
}
