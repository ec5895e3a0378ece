/** Lets the view fill the window, and the screen where the browser allows it. */
export class Theatre {
  readonly #page: HTMLElement
  #isOn = false

  constructor(page: HTMLElement, isOn: boolean) {
    this.#page = page
    this.#show(isOn)
    document.addEventListener('fullscreenchange', () => {
      if (!document.fullscreenElement && this.#isOn) this.#show(false)
    })
    addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && this.#isOn) this.toggle()
    })
  }

  toggle(): void {
    this.#show(!this.#isOn)
    // A browser that refuses only leaves its own frame around the view.
    if (this.#isOn) this.#page.requestFullscreen?.().catch(() => {})
    else if (document.fullscreenElement) void document.exitFullscreen()
  }

  #show(isOn: boolean): void {
    this.#isOn = isOn
    this.#page.classList.toggle('theatre', isOn)
  }
}
