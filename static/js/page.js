// What a page does once it stands costs its first sight nothing: it is fetched after that.
const later = async () => (await import("./later.js")).begin();

if (document.readyState === "complete") later();
else addEventListener("load", later, { once: true });
