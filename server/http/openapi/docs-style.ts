/** Served as a separate file, because the Content-Security-Policy forbids inline styles. */
export const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif;
  --paper: light-dark(oklch(0.985 0.006 85), oklch(0.19 0.015 260));
  --surface: light-dark(oklch(0.965 0.008 85), oklch(0.225 0.016 260));
  --ink: light-dark(oklch(0.24 0.02 265), oklch(0.93 0.008 85));
  --soft: light-dark(oklch(0.46 0.02 265), oklch(0.76 0.012 260));
  --line: light-dark(oklch(0.9 0.01 85), oklch(0.31 0.016 260));
  --accent: light-dark(oklch(0.48 0.1 175), oklch(0.78 0.12 175)); }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 6rem; background: var(--paper); color: var(--ink); }
h1, h2 { font-family: Georgia, serif; font-weight: 500; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; font-weight: 500; margin: 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
.small { max-width: 34rem; padding-top: 15vh; }
button { min-height: 44px; padding: 0 1.5rem; border: 0; border-radius: 10px; font: inherit; font-weight: 600; cursor: pointer;
  background: var(--accent); color: var(--paper); }
button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
article { margin: 1rem 0; padding: 1rem; background: var(--surface); border-radius: 10px; }
article p { margin: 0.25rem 0 0.75rem; color: var(--soft); }
.method { color: var(--accent); font-weight: 600; }
dl { display: grid; grid-template-columns: 5rem 1fr; gap: 0.25rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
img { max-width: 100%; border-radius: 50%; }
.shared { max-width: 42rem; overflow-wrap: anywhere; }
.shared h1 { font-size: clamp(1.5rem, 5vw, 2rem); line-height: 1.25; }
.shared h2 { margin: 0 0 0.25rem; border: 0; font: 600 0.8rem/1.4 system-ui, sans-serif; color: var(--soft); }
.shared h3, .shared h4, .shared h5, .shared h6 { font-size: 1rem; font-weight: 600; margin: 1.25rem 0 0.5rem; }
.shared section { margin: 1.5rem 0; }
.shared footer { margin-top: 4rem; }
.by, .small-print { display: flex; align-items: center; gap: 0.75rem; font-size: 0.9rem; color: var(--soft); }
.question { margin-inline-start: 10% !important; padding: 0.75rem 1rem; background: var(--surface); border-radius: 14px; }
.question p { margin: 0; }
.plain { white-space: pre-wrap; }
.wide, pre { display: block; overflow-x: auto; }
pre { padding: 0.75rem 1rem; background: var(--surface); border-radius: 10px; font-size: 0.875rem; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
table { border-collapse: collapse; }
span.wide { margin-block: 0.75rem; }
math { font-size: 1.06em; overflow-wrap: normal; direction: ltr; }
math * { border-color: currentColor; }
.tml-left { text-align: left; text-align: -webkit-left; }
.tml-right { text-align: right; text-align: -webkit-right; }
.tml-jot > mtr > mtd { padding-block: 0.7ex; }
.tml-overline { padding: 0.1em 0 0; border-block-start: 0.065em solid; }
.tml-underline { padding: 0 0 0.1em; border-block-end: 0.065em solid; }
.tml-fbox { padding: 3pt; border: 1px solid; }
menclose { display: inline-block; position: relative; padding: 0.5ex 0; }
.tml-cancel { display: inline-block; position: absolute; inset: 0 0 0 0.5px; background-color: currentColor; }
.upstrike { clip-path: polygon(0.05em 100%, 0 calc(100% - 0.05em), calc(100% - 0.05em) 0, 100% 0.05em); }
.downstrike { clip-path: polygon(0 0.05em, 0.05em 0, 100% calc(100% - 0.05em), calc(100% - 0.05em) 100%); }
th, td { padding: 0.35rem 0.75rem; border: 1px solid var(--line); text-align: start; }
.wide :is(th, td) { min-width: 5em; overflow-wrap: break-word; }
dd ul { margin: 0; padding: 0; list-style: none; columns: 18rem; }
.page { max-width: 42rem; overflow-wrap: anywhere; }
.page > header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.5rem 1rem; }
.page > header a, .page > footer a { display: inline-flex; align-items: center; min-height: 44px; }
.page .brand { font: 1.25rem/1.2 Georgia, serif; text-decoration: none; }
.page h1 { margin: 1.5rem 0 0.5rem; font-size: clamp(1.75rem, 6vw, 2.5rem); line-height: 1.2; }
.page h2 { margin: 2rem 0 0.5rem; border: 0; font-size: 1.35rem; line-height: 1.3; }
.page h3, .page h4, .page h5, .page h6 { font-size: 1.1rem; font-weight: 600; margin: 1.75rem 0 0.5rem; }
.page article { margin: 0; padding: 0; background: none; border-radius: 0; font-size: 1.0625rem; line-height: 1.7; }
.page article p { margin: 0 0 1rem; color: inherit; }
.page article .small-print { color: var(--soft); }
.page img { border-radius: 10px; height: auto; }
.page dl { grid-template-columns: fit-content(45%) 1fr; }
.page button[value=delete] { background: none; color: var(--accent); border: 1px solid var(--accent); }
.page > footer { margin-top: 4rem; border-top: 1px solid var(--line); font-size: 0.9rem; color: var(--soft); }
.page > footer a + a { margin-inline-start: 1.5rem; }
.issues { padding: 0; list-style: none; }
.issues li { padding: 1.25rem 0; border-bottom: 1px solid var(--line); }
.issues h2, .issues p { margin: 0 0 0.25rem; }
.issues h2 a { text-decoration: none; }
.issues h2 a:hover { text-decoration: underline; }
.box { margin: 1.5rem 0; padding: 1rem 1.25rem; background: var(--surface); border-radius: 14px; }
.box h2 { margin: 0 0 0.75rem; }
.box p { margin: 0.5rem 0; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.row input { flex: 1 1 14rem; min-width: 0; min-height: 44px; box-sizing: border-box; padding: 0 0.75rem; font: inherit;
  color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 10px; }
.row input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.choice { display: flex; gap: 0.75rem; align-items: flex-start; padding-block: 0.5rem; }
.choice input { flex: none; width: 1.35rem; height: 1.35rem; margin: 0.15rem 0 0; accent-color: var(--accent); }
.wrong { color: light-dark(oklch(0.5 0.17 27), oklch(0.78 0.12 27)); }
`
