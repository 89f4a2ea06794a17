import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { buildTarget } from './scripts/build/browsers.ts'
import { checkOutput } from './scripts/build/check-output.ts'
import { chunkGroups } from './scripts/build/chunk-groups.ts'
import { chunkLoader } from './scripts/build/chunk-loader.ts'
import { beforePaint } from './scripts/build/classic-scripts/before-paint.ts'
import { unsupportedPage } from './scripts/build/classic-scripts/unsupported-page.ts'
import { manifests } from './scripts/build/manifest-plugin.ts'
import { messageParts } from './scripts/build/message-parts.ts'
import { clientContract } from './scripts/build/modules/client-contract.ts'
import { modernDexie } from './scripts/build/modules/modern-dexie.ts'
import { pagePreloads } from './scripts/build/page-preloads.ts'
import { routeTreeOptions } from './scripts/route-tree.ts'

export default defineConfig({
  plugins: [
    tanstackRouter({ ...routeTreeOptions, autoCodeSplitting: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui(),
    messageParts(),
    clientContract(),
    manifests(),
    chunkLoader(),
    modernDexie(),
    unsupportedPage(),
    beforePaint(),
    pagePreloads(),
    checkOutput(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      // Ours, one for each language.
      manifest: false,
      injectManifest: {
        // One classic script: as a module, its late imports would bring the page's preloader, which workers cannot run.
        // Here they are in the script, and run when they are asked for.
        rollupFormat: 'iife',
        buildPlugins: { vite: [clientContract(), checkOutput()] },
        // Everything that a signed-in user needs offline; pictures and the rest come from the network.
        globPatterns: ['{index,chat,start,auth/*}.html', 'assets/*.{js,css,woff2}'],
        // Most devices have a system font and never need Inter; where it is used, the browser's own cache keeps it.
        globIgnores: ['assets/inter-*'],
        dontCacheBustURLsMatching: /^assets\//,
      },
      includeManifestIcons: false,
    }),
  ],
  // Found only when the first code is coloured, by a worker, it would have the page load anew.
  optimizeDeps: { include: ['lowlight'] },
  build: {
    target: buildTarget(),
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    // Inlined data: URLs would need a wider Content-Security-Policy, and each file is cached once anyway.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      // How long each plugin took is of no use to who starts the app, and is only said on a busy machine.
      checks: { bundlerTimings: false },
    },
  },
})
