/** What moves each element. */
const effects = new WeakMap<Element, KeyframeEffect>()

/**
 * Moves an element with a layer of its own, from where its style puts it, by `x` and `y` pixels. It is animated without end, and
 * stands still: Chromium moves an animated layer by itself, but builds the layers of the whole page again, 3 ms on a desktop and 12 on
 * a slow machine, whenever a style changes a transform.
 */
export function moveLayer(element: Element, { x, y }: { x: number; y: number }): void {
  const transform = `translate(${x}px, ${y}px)`
  const keyframes = { transform: [transform, transform] }
  const known = effects.get(element)
  if (known) {
    known.setKeyframes(keyframes)
    return
  }
  const effect = new KeyframeEffect(element, keyframes, { duration: 1_000, iterations: Number.POSITIVE_INFINITY })
  effects.set(element, effect)
  new Animation(effect).play()
}
