// The look of an exported page: light, dark, narrow, and on paper.

export const PAGE_STYLE = `
:root{color-scheme:light dark;
--bg:light-dark(#fbfbf9,#141613);--surface:light-dark(#fff,#1a1d19);--sunken:light-dark(#f4f4f0,#10120f);
--line:light-dark(#e6e5df,#2a2e28);--line-strong:light-dark(#d3d2ca,#3a3f37);
--ink:light-dark(#1d201c,#e8eae4);--ink-2:light-dark(#50554e,#a9aea4);--ink-3:light-dark(#62675f,#8f958a);
--accent:light-dark(#2a7448,#6cc48c);--accent-soft:light-dark(#e4f1e8,#1f3327);--bad:light-dark(#b3362c,#ee8577);
--warn:light-dark(#8a5106,#e0a850);--on-person:light-dark(#fff,#141613);
--p0:light-dark(#2a7448,#6cc48c);--p1:light-dark(#7a52c7,#b295f0);--p2:light-dark(#ad4a24,#ef946c);--p3:light-dark(#2669b8,#7db0ee);
--p4:light-dark(#b03a78,#ee8fbd);--p5:light-dark(#76650d,#d2bb62);--p6:light-dark(#1f7182,#71c3d4);--p7:light-dark(#b23c43,#f09297)}
*{box-sizing:border-box;margin:0}
html{scroll-padding:56px 0 24px}
body{font:400 13.5px/1.5 "Inter Variable",Inter,system-ui,sans-serif;color:var(--ink);background:var(--bg);overflow-wrap:anywhere}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.top{display:flex;align-items:baseline;gap:16px;min-height:48px;padding:12px 24px;border-bottom:1px solid var(--line);background:var(--surface)}
.top h1{font-size:15px;font-weight:600;letter-spacing:-.01em}
.top p{flex:none;color:var(--ink-3);font-variant-numeric:tabular-nums}
.panes{display:grid;grid-template-columns:332px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;height:100dvh;overflow:auto;border-right:1px solid var(--line);background:var(--sunken)}
nav summary{position:sticky;top:0;z-index:1;padding:10px 16px;font-weight:600;background:var(--sunken);cursor:default}
nav .keys{display:none;padding:0 16px 8px;font-size:12px;color:var(--ink-3)}
.js nav .keys{display:block}
nav ol{list-style:none;padding:0 8px 24px}
nav li{content-visibility:auto;contain-intrinsic-height:auto 30px}
nav a{position:relative;display:block;height:30px;margin-left:calc(var(--level)*10px);padding:0 8px;border-left:2px solid transparent;border-radius:5px;line-height:30px;font-size:12.8px;
color:var(--ink-2);text-decoration:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
nav a:focus-visible{outline-offset:-2px}
nav a:hover{background:var(--line)}
nav a.prompt{color:var(--ink);font-weight:550}
.by{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
nav .sign-of{width:16px;height:16px;margin-right:7px;font-size:7.5px;line-height:16px;vertical-align:1px}nav .sign-of.agent{border-radius:4px}
nav a.on{border-left-color:var(--accent);border-radius:0 5px 5px 0}
nav a[aria-current]{background:var(--accent-soft);color:var(--ink)}
.label{color:var(--warn);font-weight:550}
main{min-width:0;padding:20px 24px 96px}
.path,.rest,noscript article,.say-where{max-width:744px;margin-inline:auto}
.say-where:empty{display:none}
.say-where{padding:8px 12px;border-left:2px solid var(--bad)}
article{position:relative;margin:0 -24px 20px -14px;padding:0 24px 0 14px;border-radius:10px;content-visibility:auto;contain-intrinsic-height:auto 120px}
article.step{contain-intrinsic-height:auto 30px}
article.step:has(+.step),article.answer:has(+.step){margin-bottom:7px}
article:focus{outline:none}
.quiet:not([aria-current]){display:none}
article[aria-current]::before{content:"";position:absolute;left:2px;top:2px;bottom:2px;width:2px;border-radius:2px;background:var(--accent)}
article:focus-visible[aria-current]::before{width:4px;left:1px}
article>header{display:flex;align-items:center;flex-wrap:wrap;gap:4px 8px;min-height:22px;margin-bottom:4px;font-size:12.5px}
article.step>header{min-height:0;margin:0;padding-left:30px}article.step>header:has(.label,.switch){margin-bottom:4px}
.who{font-size:12.5px;font-weight:600}
.sign-of{display:inline-grid;place-items:center;width:22px;height:22px;border-radius:50%;font-size:9.5px;font-weight:600;color:var(--on-person);background:var(--p)}
.sign-of.agent{border-radius:6px}
.p0{--p:var(--p0)}.p1{--p:var(--p1)}.p2{--p:var(--p2)}.p3{--p:var(--p3)}.p4{--p:var(--p4)}.p5{--p:var(--p5)}.p6{--p:var(--p6)}.p7{--p:var(--p7)}
time,.switch,.link{color:var(--ink-3);font-variant-numeric:tabular-nums}
.switch{display:flex;align-items:center;gap:2px;margin-left:auto}
.turn{min-width:24px;height:24px;line-height:22px;text-align:center;border-radius:5px;color:var(--ink-2);text-decoration:none;font-size:15px}
span.turn{opacity:.4}
a.turn:hover{background:var(--line)}
.link{position:absolute;top:0;right:0;min-width:24px;line-height:24px;text-align:center;text-decoration:none;opacity:0}
article:hover .link,.link:focus-visible{opacity:1}
.say{padding-left:30px;font-size:14.2px;line-height:1.62}
.say>*+*,.say li>*+*,.say blockquote>*+*,details>*+*{margin-top:8px}
.prompt .say{margin-left:30px;padding:10px 14px;background:var(--surface);border:1px solid var(--line);border-radius:10px}
.aside .say{margin-left:30px;padding:2px 0 2px 12px;border-left:2px solid var(--line-strong);color:var(--ink-2)}
.plain{white-space:pre-wrap}
.h{font-weight:600}.h1,.h2{font-size:16px}
.say ul,.say ol{padding-left:22px}
.say blockquote{padding-left:12px;border-left:2px solid var(--line-strong);color:var(--ink-2)}
.say summary{width:fit-content;max-width:100%}
.say hr{border:0;border-top:1px solid var(--line)}
.say img{display:block;max-width:100%;max-height:480px;border-radius:7px;border:1px solid var(--line)}
code,pre,.name{font-family:"JetBrains Mono Variable","JetBrains Mono",ui-monospace,monospace;font-size:12px;font-variant-ligatures:none}
:not(pre)>code{padding:1px 4px;border-radius:5px;background:var(--sunken);border:1px solid var(--line)}
pre{max-height:70vh;overflow:auto;padding:8px 12px;line-height:1.6;white-space:pre-wrap;background:var(--sunken);border:1px solid var(--line);border-radius:7px;tab-size:4}
.hk{color:var(--p1)}.hs{color:var(--p0)}.hc{color:var(--ink-3)}.ht{color:var(--p2)}.he{color:var(--p3)}.hr{color:var(--p7)}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:13px}th,td{padding:4px 10px;border:1px solid var(--line);text-align:start;vertical-align:top}th{font-weight:600;background:var(--sunken)}
details summary{cursor:default;color:var(--ink-2);font-size:12.5px}
.say summary{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
details>.plain{padding-left:12px;border-left:2px solid var(--line-strong);color:var(--ink-2)}
.args{font-size:12px;line-height:1.6}.args div{display:grid;grid-template-columns:minmax(88px,auto) minmax(0,1fr);gap:12px}.args dt{max-width:190px;color:var(--ink-3)}
.args dd{font-family:"JetBrains Mono Variable","JetBrains Mono",ui-monospace,monospace;white-space:pre-wrap}
.say .arg{margin:8px 0 3px;font-size:12px;color:var(--ink-3)}.say .arg+pre{margin-top:0}
.name{color:var(--ink)}.hint{color:var(--ink-3)}
.set,.note{font-size:12.5px;color:var(--ink-3)}.note.broken{color:var(--bad)}
.path>.note{padding-left:30px}
.sign{font-size:11px;color:var(--bad)}
.rest{margin-top:40px;padding-top:16px;border-top:1px solid var(--line-strong);font-size:15px;font-weight:600}
@media (max-width:820px){
.top{flex-wrap:wrap;gap:0 16px;padding:10px 14px}
.panes{grid-template-columns:minmax(0,1fr)}
nav{position:static;height:auto;max-height:45vh;border-right:0;border-bottom:1px solid var(--line)}
main{padding:16px 28px 64px 18px}
.say,.path>.note{padding-left:0}.prompt .say,.aside .say{margin-left:0}article.step>header{padding-left:0}
}
@media print{
:root{color-scheme:light;--bg:#fff;--sunken:#fff}
@page{margin:18mm 16mm}
body{font-size:10.5pt}
.top{padding:0 0 8px;border-bottom:1px solid var(--line-strong);background:none}
.panes{display:block}nav,.switch,.link,.say-where,noscript{display:none}
main{padding:12px 0 0}.path{max-width:none}
article{content-visibility:visible;margin-inline:0;padding-inline:0}article[aria-current]::before{display:none}
article>header,.h{break-after:avoid}p,li,summary{orphans:3;widows:3}
pre,.wide{max-height:none;overflow:visible}
.prompt .say,pre,td,th,img{break-inside:auto;-webkit-print-color-adjust:exact;print-color-adjust:exact}img{break-inside:avoid}
.sign-of{border:1px solid var(--p);color:var(--p);background:none}
a{color:inherit}
}
`
