/** Does work for a name once, so many milliseconds after it was first asked for: also while the asking never pauses. */
export function throttleByKey<About>(milliseconds: number, work: (about: About) => unknown) {
  const soon = new Set<string>()
  return (name: string, about: About) => {
    if (soon.has(name)) return
    soon.add(name)
    setTimeout(() => {
      soon.delete(name)
      void work(about)
    }, milliseconds)
  }
}
