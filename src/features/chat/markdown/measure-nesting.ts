const marker = /[ \t]*(?:[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|>)/y

/** The deepest stack of quotes and list markers, and of list items by indentation, that a line of the block shows. */
export function measureNesting(block: string): number {
  let deepest = 0
  for (const line of block.split('\n')) {
    const indent = line.length - line.trimStart().length
    let markers = 0
    marker.lastIndex = 0
    while (marker.test(line)) markers += 1
    if (markers > 0) deepest = Math.max(deepest, markers + Math.floor(indent / 2))
  }
  return deepest
}
